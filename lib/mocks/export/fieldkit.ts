import { createMock } from "@/lib/mocks/contract";
import { type MockRow, toMock } from "@/lib/mocks/to-mock";
import { turns } from "@/lib/platform/process/turns";
import type { MakesWriter } from "./document-writer";
import { FilesOfMocks } from "./files";
import { jsonParts } from "./json-parts";

/** Whatever a mock can be created with, so that a new field is exported as soon as there is one. */
const names = Object.keys(createMock.body.shape) as (keyof MockRow)[];

/** Our own form, as `convertFieldkit` reads it: nothing of a mock is lost but its id and times. */
export const fieldkitWriter: MakesWriter = (text, { project, db }) => {
  const files = new FilesOfMocks(db, project.id);
  let separator = "";
  text.add('{\n  "fieldkit": 1,\n  "mocks": [');
  return {
    *add(mocks) {
      for (const mock of mocks) {
        files.note(mock);
        const shown = toMock(mock);
        const fields = Object.fromEntries(names.map((name) => [name, shown[name]]));
        text.add(`${separator}\n    `);
        yield* jsonParts(fields, 2, (part) => text.add(part));
        separator = ",";
        yield;
      }
    },
    async end() {
      text.add("\n  ]");
      separator = "";
      for await (const file of files.read()) {
        text.add(`${separator || ',\n  "files": ['}\n    `);
        separator = ",";
        await turns().run(jsonParts(file, 2, (part) => text.add(part)));
      }
      text.add(separator ? "\n  ]\n}\n" : "\n}\n");
    },
  };
};
