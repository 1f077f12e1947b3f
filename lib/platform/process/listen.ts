import type { AddressInfo, Server } from "node:net";

/**
 * Connections that wait until they are accepted. Beyond it the system drops them, and clients find out half a minute
 * later; Node's own 511 are too few for a fleet that comes back. Linux allows 4096 unless it is told otherwise.
 */
const backlog = 4096;

/**
 * Listens on a port and returns its number; port 0 takes any that is free.
 * @param command how the operator starts this process, for the message when the port is taken
 */
export function listen(
  server: Server,
  { port, host, command }: { port: number; host: string | undefined; command: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, port, command)));
    const address = { port, ...(host && { host }), backlog };
    server.listen(address, () => resolve((server.address() as AddressInfo).port));
  });
}

function listenError(error: NodeJS.ErrnoException, port: number, command: string): Error {
  if (error.code === "EADDRINUSE") {
    return new Error(
      `Port ${port} is in use. Stop what uses it, or choose another one: PORT=4000 ${command}`,
    );
  }
  if (error.code === "EACCES") return new Error(`Port ${port} needs more rights. Choose one above 1023.`);
  return error;
}
