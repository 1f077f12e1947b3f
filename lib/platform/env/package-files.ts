export type PackageName = "cli" | "sdk";

/** Below the project: the archives of a build, one of each package. */
export const packagesFolder = "dist/packages";

/**
 * The archive of a package that this instance serves, such as `sdk-0.1.0-g3f2a9c1b.tgz`. A build puts it in place of these
 * variables. Where sources run as they are, it is the name that redirects to the newest archive.
 */
export function packageFile(name: PackageName): string {
  const built = { cli: process.env.FIELDKIT_CLI_PACKAGE, sdk: process.env.FIELDKIT_SDK_PACKAGE };
  return built[name] || `${name}.tgz`;
}

/** `/sdk.tgz`, and every version of it. */
export const isPackagePath = (pathname: string): boolean =>
  /^\/(cli|sdk)(-\d[\w.-]{1,60})?\.tgz$/.test(pathname);
