import type { Tool } from "../../model/tool.ts";
import { makeTool } from "../tools.fixture.ts";

/** By group: tool, what it does, its parameters. */
const DESCRIBED: readonly string[] = [
  "ffmpeg.trim | Cuts a part out of a video, from a start time to an end time | input start end output",
  "ffmpeg.probe | Tells format, length and streams of a media file | input",
  "ffmpeg.thumbnail | Takes one frame of a video as a picture | input at output",
  "ffmpeg.concat | Joins several videos into one | inputs output",
  "audio.convert | Converts audio between formats such as mp3, flac and wav | input format bitrate",
  "audio.normalize | Makes a recording equally loud from begin to end | input",
  "git.log | Shows the history of commits | path limit",
  "git.sha | Prints the hash of a commit | ref",
  "git.diff | Compares two states of the repository | from to",
  "git.branch | Creates or lists branches | name",
  "git.blame | Says who changed each line of a file last | path",
  "git.stash | Puts changes aside | message",
  "git.tag | Creates a tag for a release | name",
  "github.create_pull_request | Opens a pull request from a branch | title body base head",
  "github.list_pull_requests | Lists the pull requests of a repository | state",
  "github.merge_pull_request | Merges a pull request (PR) into its base | number method",
  "github.review_pull_request | Comments on and approves a pull request | number verdict",
  "github.create_issue | Files an issue | title body labels",
  "github.list_issues | Lists open issues, by label and assignee | labels assignee",
  "github.close_issue | Closes an issue | number",
  "github.list_workflows | Lists the runs of continuous integration | branch",
  "fs.read | Reads a file, whole or by lines | path from to",
  "fs.write | Writes a file, replacing what is there | path content",
  "fs.edit | Replaces a piece of text in a file | path old new",
  "fs.list | Lists a folder | path",
  "fs.search | Finds text or a pattern in the files of the workspace | pattern path",
  "fs.glob | Finds files by a pattern of their names | pattern",
  "fs.delete | Removes a file | path",
  "fs.rename | Gives a file another name or place | from to",
  "fs.mkdir | Creates a folder | path",
  "nmap_scan | Scans the ports of a target and names services | target ports scan_type",
  "dns_lookup | Resolves a hostname to its records | domain record_type",
  "whois_lookup | Asks who registered a domain | domain",
  "tls.inspect | Shows the certificate of a server and when its expiry is | host port",
  "http.get | Fetches a URL | url",
  "ping_host | Measures whether a host answers | host count",
  "traceroute | Shows the way to a host | host",
  "docker.list | Lists containers, running or not | all",
  "docker.logs | Shows the logs of a container | container tail",
  "docker.restart | Restarts a container | container",
  "docker.build | Builds an image from a Dockerfile | path tag",
  "docker.prune | Removes unused images and volumes | force",
  "kubectl.get_pods | Lists the pods of a Kubernetes namespace | namespace",
  "kubectl.apply | Applies a Kubernetes manifest | file",
  "kubectl.logs | Shows what a pod printed | pod",
  "kubectl.scale | Changes the number of replicas of a deployment | deployment replicas",
  "deploy.release | Deploys a version to production or staging | version environment",
  "deploy.rollback | Goes back to the version before | environment",
  "deploy.status | Says which version runs where | environment",
  "postgres.query | Runs a read-only SQL query | sql",
  "postgres.describe | Describes the tables and columns of a database | table",
  "postgres.backup | Writes a backup of the database | database output",
  "postgres.migrate | Applies pending migrations | target",
  "redis.get | Reads a key of the cache | key",
  "redis.flush | Empties the cache | database",
  "slack.post_message | Sends a message to a Slack channel | channel text",
  "slack.list_channels | Lists the channels of a workspace | query",
  "email.send | Sends an email | to subject body",
  "email.search | Looks for emails | query",
  "weather.forecast | Gives the forecast for a place | place days",
  "weather.current | Says how the weather is now | place",
  "currency.convert | Converts an amount at the exchange rate of today | amount from to",
  "maps.route | Plans a route between two places | from to mode",
  "maps.geocode | Finds the coordinates of an address | address",
  "text.translate | Translates text into another language | text language",
  "text.summarize | Summarizes a document in a few sentences | text length",
  "text.spellcheck | Finds spelling mistakes | text",
  "image.resize | Changes width and height of an image | input width height",
  "image.remove_background | Removes the background of a picture | input",
  "image.ocr | Reads the text on a scanned page | input language",
  "image.optimize | Makes image files smaller | input quality",
  "npm.test | Runs the unit tests of the package | pattern",
  "npm.install | Installs dependencies | package",
  "npm.lint | Lints the code and reports problems | path",
  "npm.audit | Lists known weaknesses of dependencies | level",
  "npm.publish | Publishes the package to the registry | tag",
  "calendar.create_event | Puts an event into the calendar | title start end",
  "calendar.find_slots | Finds time slots when everybody is free | people minutes",
  "calendar.cancel_event | Cancels an event | id",
  "billing.create_invoice | Writes an invoice for a customer | customer amount",
  "billing.refund | Pays a payment back | payment amount",
  "billing.list_payments | Lists payments of a month | month",
];

const KINDS = [
  "contact",
  "lead",
  "ticket",
  "product",
  "order",
  "shipment",
  "supplier",
  "asset",
  "contract",
  "campaign",
];
const SYSTEMS = ["crm", "erp", "helpdesk"];
const DOINGS = ["get", "update", "archive", "export", "count"];

/** Tools as an ordinary gateway has them: some with a purpose of their own, many of the same few shapes. */
export function createCorpus(): readonly Tool[] {
  const described = DESCRIBED.map((line) => {
    const [name = "", description = "", params = ""] = line.split(" | ");
    return toTool(name, description, params.split(" "));
  });
  const shaped = SYSTEMS.flatMap((system) =>
    KINDS.flatMap((kind) =>
      DOINGS.map((doing) =>
        toTool(`${system}.${doing}_${kind}`, `Lets you ${doing} a ${kind} of the ${system}`, ["id"]),
      ),
    ),
  );
  return [...described, ...shaped].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function toTool(name: string, description: string, params: readonly string[]): Tool {
  return makeTool(name, {
    description,
    input: {
      kind: "params",
      params: params.map((param, position) => ({
        name: param,
        description: null,
        required: true,
        default: undefined,
        position,
        allowLeadingDash: false,
        type: "text",
        pattern: null,
        refuseMetacharacters: false,
        allowEmpty: false,
      })),
    },
  });
}
