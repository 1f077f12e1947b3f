import { expect, it } from "vitest";
import { expectRefusal } from "./client";
import { createMock, createSite, done, join, type Mock, signUp } from "./fixtures";

/** Reads the same list over and over, so many at a time that most of them wait. @returns ends that */
function keepAsking(read: () => Promise<unknown>): () => Promise<unknown> {
  let isOver = false;
  const ask = async () => {
    while (!isOver) await read();
  };
  const asking = Promise.all(Array.from({ length: 12 }, ask));
  return () => {
    isOver = true;
    return asking;
  };
}

it("a list that many ask for at once has what was made before each asked", async () => {
  const { owner, project, mocks } = await createSite();
  // Long enough that many ask while one is being read.
  await Promise.all(Array.from({ length: 100 }, () => createMock(owner, project.id)));
  const list = () => done<Mock[]>(owner.get(`${mocks}?fields=name,responseHeaders,createdAt`));
  const stop = keepAsking(list);
  try {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await createMock(owner, project.id);
      const pages = await Promise.all([list(), list(), list()]);
      for (const page of pages) expect(page.map((mock) => mock.id)).toContain(id);
    }
  } finally {
    await stop();
  }
});

it("answers that are made together keep their own request ids", async () => {
  const { owner, mocks } = await createSite();
  const answers = await Promise.all(Array.from({ length: 30 }, () => owner.get(mocks)));
  const ids = answers.map(({ headers }) => headers["x-request-id"]);
  expect(new Set(ids).size).toBe(30);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

it("nobody gets a list by asking together with somebody who may", async () => {
  const { owner, team, mocks } = await createSite();
  const [member, stranger] = await Promise.all([signUp(), signUp()]);
  await join(owner, team.id, member);
  const stop = keepAsking(() => member.get(mocks));
  try {
    const refused = await Promise.all(Array.from({ length: 8 }, () => stranger.get(mocks)));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]));
    await done(owner.delete(`/api/teams/${team.id}/members/${member.id}`));
    expectRefusal(await member.get(mocks), 403);
  } finally {
    await stop();
  }
});
