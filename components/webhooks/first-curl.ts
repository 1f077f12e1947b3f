import { curlCommand } from "@/components/ui/curl-command";

/** What fills an empty inbox. */
export function firstCurl(inboxUrl: string): string {
  return curlCommand({ method: "POST", url: inboxUrl, json: { hello: "world" } });
}
