"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { Release } from "@/components/releases/release-types";
import { repeat } from "@/components/releases/repeat";
import { ApiError, call } from "@/lib/operations/client";
import { getRelease } from "@/lib/releases/contract";

const pauseMs = 1000;

type Watched = Pick<Release, "id" | "status" | "updatedAt">;

/**
 * The same releases as they are now: those in the making are asked for until they are made.
 * @param keep what of an answer is kept
 */
export function useWatchedReleases<R extends Watched>(
  projectId: string,
  releases: readonly R[],
  keep: (release: Release) => R,
): R[] {
  const router = useRouter();
  const [fresh, setFresh] = useState<ReadonlyMap<string, R>>(new Map());
  const shown = releases.map((release) => newer(release, fresh.get(release.id)));
  const waiting = idsInTheMaking(shown);

  useEffect(() => {
    if (waiting === "") return;
    return repeat(async () => {
      for (const releaseId of waiting.split(" ")) {
        try {
          const release = keep(await call(getRelease, { projectId, releaseId }));
          setFresh((all) => new Map(all).set(releaseId, release));
        } catch (error) {
          // Somebody deleted it meanwhile.
          if (error instanceof ApiError && error.status === 404) router.refresh();
          throw error;
        }
      }
    }, pauseMs);
  }, [projectId, waiting, keep, router]);

  return shown;
}

const idsInTheMaking = (releases: readonly Watched[]) =>
  releases
    .filter(({ status }) => status === "processing")
    .map(({ id }) => id)
    .join(" ");

/** Progress alone does not count as a change, so of two equally old ones the fetched one knows more. */
function newer<R extends Watched>(given: R, fetched: R | undefined): R {
  return fetched && fetched.updatedAt >= given.updatedAt ? fetched : given;
}
