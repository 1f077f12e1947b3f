import { createServer } from "node:http";
import { encodePackets } from "@/lib/platform/commits/pkt-line";

const bandMax = 65_000;

/** A Git server with one repository, which answers whatever it is asked for with this pack. */
export async function serveHostileGit(port: number, { tip, pack }: { tip: string; pack: Buffer }) {
  const server = createServer((request, response) => {
    const answer = (type: string, ...parts: Buffer[]) =>
      response
        .writeHead(200, { "content-type": `application/x-git-upload-pack-${type}` })
        .end(Buffer.concat(parts));
    if (request.method === "GET") {
      return answer("advertisement", encodePackets("version 2", "ls-refs", "fetch=shallow filter", "flush"));
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (Buffer.concat(chunks).includes("command=ls-refs")) {
        return answer("result", encodePackets(`${tip} HEAD symref-target:refs/heads/main`, "flush"));
      }
      answer("result", encodePackets("packfile"), ...bandsOf(pack), encodePackets("flush"));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The pack in packets of the first band. */
function bandsOf(pack: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < pack.length; at += bandMax) {
    const part = pack.subarray(at, at + bandMax);
    parts.push(Buffer.from(`${(part.length + 5).toString(16).padStart(4, "0")}\u0001`), part);
  }
  return parts;
}
