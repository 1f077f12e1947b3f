import { firstPath, manyMocks, mockPath, pathsOf, type Trial } from "./peer";

const batch = 500;
const withinMs = 90_000;

/**
 * The trials of a server that is given mocks by its own API.
 * @param add creates mocks of these paths, some hundred at a time
 */
export function mockTrials(url: string, add: (paths: readonly string[]) => Promise<void>): Trial[] {
  return [
    {
      discipline: "one mock",
      prepare: async () => {
        await add([firstPath]);
        return { target: { url: `${url}${firstPath}` }, mocks: 1 };
      },
    },
    {
      discipline: "many mocks",
      prepare: async () => {
        const mocks = await addMany(add);
        return { target: { url, paths: pathsOf(mocks) }, mocks };
      },
    },
  ];
}

/** As many as it takes in reasonable time. */
async function addMany(add: (paths: readonly string[]) => Promise<void>): Promise<number> {
  const deadline = Date.now() + withinMs;
  let mocks = 0;
  while (mocks < manyMocks && Date.now() < deadline) {
    const first = mocks;
    await add(Array.from({ length: batch }, (_, at) => mockPath(first + at)));
    mocks += batch;
  }
  return mocks;
}
