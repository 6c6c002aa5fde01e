/** What people want done. A line is read as `find-synonyms.ts` says. */
export const ACTIONS: string = `
create make new add generate
open > create start show
file > create report
delete remove erase drop destroy discard trash
wipe clear empty flush purge reset delete
update edit change modify alter set adjust
rename > move name
show view display see list
get fetch read retrieve load return
save download store export
find search look lookup seek locate query
google > search web
send post deliver message
dm > direct message send post
tell notify inform alert
start launch run begin trigger execute
kick > start trigger remove
call > invoke
spin > start launch run create
invoke call run
reply answer respond
stop halt end kill terminate cancel shut
kick remove ban
pause suspend snooze mute silence ignore
resume unpause continue
approve accept confirm grant
lgtm > approve review
reject decline deny refuse turn
respond > accept decline answer
contest dispute challenge
resolve close complete finish done solve fix
ack acknowledge
assign owner responsible assignee
restart reboot rerun retry again
restore recover rollback undo revert back
roll > restore rollback
upgrade > update version
upload put push import
copy duplicate clone replicate
fork > copy
merge combine join concatenate unite together dedupe duplicate
split separate divide cut
trim cut clip crop segment
shrink compress smaller reduce minify
zip compress pack archive
unzip extract unpack untar decompress archive
enlarge upscale larger grow scale
move transfer drag relocate
rip extract
convert transform transcode turn
schedule plan arrange
book reserve reservation
buy purchase order
sell > sale trade
wire > transfer send
pay payment charge
refund money back return reimburse
share > link permission
check verify test validate inspect examine
scan check detect
compare diff difference
explain why reason describe
preview plan
suggest recommend idea propose
suggestion > suggest idea
block ban forbid freeze
lock secure
permit allow authorize permission
private > block public access
sign signature
comment remark note feedback
remind reminder nudge
track follow trace monitor watch
count number many total
sum total aggregate
measure metric
rate rating score stars
hide ignore
install setup
deploy release publish rollout
promote > production
monitor alert alarm
type > fill write enter
translate translation language
speak speech spoken voice
transcribe transcript text
listen play
cook recipe dish meal
drive > directions route car
walk > route foot steps
clear > purge delete
push > upload update send
log > record note
blog > post article
`;
