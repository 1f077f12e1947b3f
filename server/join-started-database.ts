import { joinDatabase, type StartedDatabase } from "@/db/database";
import type { DataDirFault } from "@/db/embedded/data-dir-error";
import type { Link } from "@/lib/platform/ipc/link";

/** What the parent says of the database that it has started. */
export type ToldDatabase = { embeddedUrl?: string; isBusy: boolean; fault?: DataDirFault };

export const toldDatabase = ({ embeddedUrl, isBusy, fault }: StartedDatabase): ToldDatabase => {
  const found = fault();
  return { ...(embeddedUrl && { embeddedUrl }), isBusy: isBusy(), ...(found && { fault: found }) };
};

/** Opens the database that the parent starts, once it has. Whoever asks for it meanwhile waits. */
export async function joinStartedDatabase(link: Link): Promise<void> {
  const told = () => link.told<ToldDatabase>("database");
  const starting = link.until<ToldDatabase>("database").then((first) => ({
    embeddedUrl: first?.embeddedUrl,
    isBusy: () => told()?.isBusy ?? false,
    fault: () => told()?.fault,
  }));
  await joinDatabase(starting);
}
