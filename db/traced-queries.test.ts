import { expect, test } from "vitest";
import { withoutLiterals } from "./traced-queries";

test.each([
  ["select * from a where id = $1 and n > $12", "select * from a where id = $1 and n > $12"],
  ["select 'secret' as x", "select ? as x"],
  ["select 'it''s secret', 42, 4.2 from t1", "select ?, ?, ? from t1"],
  ["select 'never closed secret", "select ?"],
  ['select "column2" from "table1" limit 10', 'select "column2" from "table1" limit ?'],
])("%s is shown as %s", (text, shown) => {
  expect(withoutLiterals(text)).toBe(shown);
});
