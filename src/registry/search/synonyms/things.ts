/** What it is done to, and how it is asked for. A line is read as `find-synonyms.ts` says. */
export const THINGS: string = `
contract agreement document
contact person people
ticket issue bug task story
defect bug issue
todo task
issue problem error
pr > pull request
mr > merge request
wp > wordpress
repo repository
ci > continuous integration pipeline build workflow
build > pipeline deployment
job run
cicd > pipeline workflow build
db database
k8s > kubernetes
kubectl > kubernetes
k8 > kubernetes
cluster kubernetes
vm > virtual machine instance
server machine host instance virtual
computer machine
box machine server
lambda function serverless
env > environment variable
var > variable
config setting configuration
settings configuration
secret credential password
log output print
tail > log
exception error crash
crash error
stack > stacktrace
trace > stacktrace
outage incident
oncall > call duty
duty shift rota
page > alarm incident
user member account
customer client buyer shopper
friend > person account
employee worker staff colleague
applicant candidate
resume cv
vacation holiday leave off
remaining left balance
pto > leave vacation
salary wage pay payslip
mail email e-mail
inbox mailbox
autoreply > automatic answer responder
office > vacation
text > message sms
sms > text phone message
meeting call appointment event
calendar appointment
slot time free
everybody everyone attendees people
busy free occupied
invitation invite
invoice bill
unpaid overdue due receivable
cost price spend expense expensive fee
expensive > cost
cheap > price
fare price
quote price
stock share equity
shares stock
stocks share
quantity inventory number amount
profit income revenue
pl > profit loss
money cash balance fund
currency money exchange
usd > currency dollar convert
eur > currency euro convert
gbp > currency pound convert
dollar currency
euro currency
coin crypto
bitcoin > coin crypto
card > credit debit
stolen > lost block
chargeback dispute
checkout > payment order cart
cart checkout
parcel package shipment delivery
courier driver
cab > ride car
taxi > ride car
flight plane airplane airline
plane flight
airfare > flight price
train rail station
departure > board next
delayed late delay
restaurant food
pizza > dish food order
food dish meal
ingredient fridge
home house apartment flat
rent > rental
weather forecast
tomorrow > daily forecast
storm warning severe
warm > temperature thermostat heat
cold > temperature
heating thermostat temperature
light lamp bulb
song music track
movie film video
video film
audio sound
picture image photo
screenshot picture
headline news press article
paper preprint article
academic scholar scientific
aloud spoken voice
subtitle caption
website site web page
url address link
ddos > denial attack service
ddosed > denial attack service
cdn > cache
dns record domain
hostname domain
cname > dns record
ip address
ssl tls certificate
cert certificate
tls certificate
cve > vulnerability
vulnerability weakness security
malware virus malicious
otp > one-time code
mfa > factor
2fa > factor
devices everywhere session
signout > sign out session
logout > sign out session revoke
sql query statement
spreadsheet sheet table
csv > table file
row record
column field
cell range
bottom below last append
doc document page
wiki page article
folder directory
disk space storage
grep search content lines
string text
regex pattern expression
code source
line > code
dependency package library
outdated newer old
coordinate latitude longitude
lat > latitude coordinates
long > longitude
near around nearby
medicine medication drug
medicines drugs
homework assignment
grade mark score
csat > satisfaction
newsletter campaign
popular top most viewed
segment audience
currently now moment
now realtime present
latest recent current
headlines news
scanned ocr
searchable ocr
prompt description
preview deployment
infrastructure resources
standup status
storefront shop store
shop store
firewall port security
port firewall
role permission access
action allowed
history log
author writer
what > list show get
which > list show
who > list show
many > count number
tweet > post
retweet > post
dm > direct private message
hash checksum sha
protect encrypt
gif animation
nice improve wording style
rephrase reword rewrite improve
vector embedding
chart plot graph diagram
graph chart
remember > store keep set
forget > delete
undo reset revert
redo > again
swap exchange override
exchange swap rate
reboot restart
defect > issue
hoover vacuum clean
clean vacuum
door lock
gate > door
garage > cover door
blinds cover
tv > television media
deadline due date
priority urgency importance
leak breach
leaked > breach leaks
gps location
location place position where
anonymize blur unrecognisable
watermark stamp
paragraph text
allergy pollen
pollution polluted air quality
doctor specialist physician
patient person
boss manager supervisor reports
manager reports
hierarchy org chart
discount coupon voucher promo
promo > discount coupon
unsubscribe remove opt
opt > unsubscribe stop
subscribe add enroll sign
bank account
statement report
tax vat
loan mortgage credit
instead replace substitute
alternative substitute replace
similar like recommendation alike
recommend similar
master branch main
main branch
laptop local
port forward
evacuate drain
ram memory
cpu processor
usage stats use
stats statistics
bigger larger scale resize
smaller shrink
standby replica failover
primary master
fixed resolve
colour color
conditional rule
visitors traffic users
traffic bandwidth visitors
source origin where
budget spend
pickup courier collect
handed hand drop
hand > drop
offline away
available presence
visible private public
colleagues agents team
team group
internal private
notes note summary
action next
minutes summary notes
abstract summary
summary summarise
summarize summary
deduplicate > merge duplicate
existing import
lineage depend dependency
speed fast slow
slow performance
longest most
biggest largest
newest latest
oldest old
`;
