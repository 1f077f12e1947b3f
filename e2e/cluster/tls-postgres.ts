import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";

/** The number by which a client of Postgres asks for TLS, after its length of 8. */
const sslRequest = 80_877_103;

/**
 * A Postgres that takes nothing but TLS, with a certificate of an authority of its own for the name `localhost`: it ends TLS as
 * Postgres does and passes what is inside on to the given one.
 */
export async function startTlsPostgres(databaseUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), "fieldkit-tls-"));
  const { ca, key, cert } = certificates(folder);
  const { hostname, port: behind, pathname, username } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const held = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((plain) => {
    held(plain).once("data", (first) => {
      if (first.byteLength !== 8 || first.readUInt32BE(4) !== sslRequest) return plain.end(onlyEncrypted);
      plain.write("S");
      const inner = held(
        new TLSSocket(plain, { isServer: true, key: readFileSync(key), cert: readFileSync(cert) }),
      );
      const upstream = held(connect(Number(behind || 5432), hostname));
      inner.pipe(upstream).pipe(inner);
      inner.on("close", () => upstream.destroy());
      upstream.on("close", () => inner.destroy());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    ca,
    /** @param query such as `sslmode=disable` */
    url: (query: string, host = "localhost") =>
      `postgres://${username || "postgres"}@${host}:${port}${pathname}?${query}`,
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}

/** What Postgres says where `pg_hba.conf` has `hostssl` alone. */
const onlyEncrypted = (() => {
  const fields = ["SFATAL", "VFATAL", "C28000", 'Mno pg_hba.conf entry for host "127.0.0.1", no encryption'];
  const text = Buffer.from(`${fields.map((field) => `${field}\0`).join("")}\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeUInt32BE(text.byteLength + 4, 1);
  return Buffer.concat([head, text]);
})();

function certificates(folder: string) {
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "ignore", cwd: folder });
  const fresh = (name: string, subject: string) => [
    ...["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-keyout", `${name}.key`, "-subj", subject],
  ];
  openssl(...fresh("ca", "/CN=Authority of a company"), "-x509", "-days", "2", "-out", "ca.pem");
  const altName = "subjectAltName=DNS:localhost";
  openssl(...fresh("server", "/CN=localhost"), "-addext", altName, "-out", "server.csr");
  const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-copy_extensions", "copy"];
  openssl("x509", "-req", "-in", "server.csr", ...signed, "-days", "2", "-out", "server.pem");
  return { ca: file("ca.pem"), key: file("server.key"), cert: file("server.pem") };
}
