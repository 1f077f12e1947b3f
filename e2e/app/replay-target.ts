import { createServer } from "node:http";
import { targetPort } from "../target-port";

export type Replayed = { method: string; url: string; body: string; signature: string | undefined };

/** A server on the one local port of this worker that replays may reach; it answers 418. */
export async function listenAsTarget() {
  const port = targetPort();
  const got: Replayed[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    got.push({
      method,
      url,
      body: Buffer.concat(chunks).toString(),
      signature: [headers["x-signature"]].flat()[0],
    });
    response.writeHead(418, { "content-type": "application/json", "x-pot": "tea" });
    response.end('{"short":true}');
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    got,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
