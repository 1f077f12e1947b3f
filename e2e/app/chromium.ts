import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import bundled from "@sparticuz/chromium";

const systemPaths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** Fit for functions in a cloud, not for a test that opens several pages with real origins. */
const unfit = [
  ...["--single-process", "--no-zygote", "--disable-web-security"],
  // A graphics card played by the processor takes most of a test's time.
  ...["--use-gl", "--use-angle", "--in-process-gpu", "--ignore-gpu-blocklist", "--enable-unsafe-swiftshader"],
];

/** How to start Playwright's own browser, else the system's, else the one that comes as a package. */
export async function launchOptions() {
  const always = ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
  const installed = [chromium.executablePath(), ...systemPaths].find((path) => path && existsSync(path));
  if (installed) return { executablePath: installed, args: always };
  const args = bundled.args.filter((arg) => !unfit.includes(arg.split("=", 1)[0] ?? ""));
  return { executablePath: await bundled.executablePath(), args: [...args, ...always] };
}

/** Before all tests: a worker that finds the package half unpacked by another one would start that. */
export default async function unpackBrowser(): Promise<void> {
  await launchOptions();
}
