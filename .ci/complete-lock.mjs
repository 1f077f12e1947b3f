/**
 * Names in package-lock.json the optional packages of other platforms that the registry used for
 * `npm install` did not have. npm leaves such packages out, and `npm ci` then refuses the file.
 * Version and platform are all that npm needs to skip them here, or to fetch them where they fit.
 * Run it after every `npm install` that changes the lock file.
 */
import { readFileSync, writeFileSync } from "node:fs";

const systems = { android: "android", darwin: "darwin", freebsd: "freebsd", linux: "linux", win32: "win32" };
const processors = ["arm64", "arm", "x64", "ia32", "wasm32", "riscv64", "ppc64", "s390x", "loong64"];

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
const added = [];
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (lock.packages[`node_modules/${name}`] || lock.packages[`${place}/node_modules/${name}`]) continue;
    const os = Object.keys(systems).find((system) => name.includes(system));
    const cpu = processors.find((processor) => name.includes(`-${processor}`));
    if (!os && !cpu) throw new Error(`No platform can be read from ${name}`);
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu && { cpu: [cpu] }),
      ...(entry.dev && { dev: true }),
      optional: true,
      ...(os && { os: [os] }),
    };
    added.push(`${name}@${version}`);
  }
}
const [root, ...rest] = Object.entries(lock.packages);
rest.sort(([a], [b]) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries([root, ...rest]);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added.length} added${added.map((each) => `\n  ${each}`).join("")}\n`);
