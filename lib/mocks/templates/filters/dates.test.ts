import { describe, expect, test } from "vitest";
import { render } from "../fixtures/render";
import { momentOf } from "./moments";
import { strftime } from "./strftime";

const at = (text: string, format: string, zone?: unknown) =>
  strftime(momentOf(Date.parse(text), zone), format);

describe("a format of dates", () => {
  const morning = "2026-03-04T05:06:07.089Z";
  test.each([
    ["%Y-%m-%d", "2026-03-04"],
    ["%y %C %G %g", "26 20 2026 26"],
    ["%B %b %h %^b %^B %#B", "March Mar Mar MAR MARCH MARCH"],
    ["%A %a %^A", "Wednesday Wed WEDNESDAY"],
    ["%d %e %-d %_d %03d", "04  4 4  4 004"],
    ["%j %U %W %V %u %w", "063 09 09 10 3 3"],
    ["%H:%M:%S %k %l %I %p %P", "05:06:07  5  5 05 AM am"],
    ["%L %N %3N %6N", "089 089000000 089 089000"],
    ["%s", "1772600767"],
    ["%z %:z %Z", "+0000 +00:00 UTC"],
    ["%F %T %R %D", "2026-03-04 05:06:07 05:06 03/04/26"],
    ["%c | %x | %X | %r | %v", "Wed Mar  4 05:06:07 2026 | 03/04/26 | 05:06:07 | 05:06:07 AM |  4-Mar-2026"],
    ["%-d%q", "4th"],
    ["%% %n%t", "% \n\t"],
    ["%Q %! 100% %", "%Q %! 100% %"],
    ["%10Y %_6m %010d", "0000002026      3 0000000004"],
  ])("%s gives %j", (format, text) => {
    expect(at(morning, format)).toBe(text);
  });

  test.each([
    ["2026-01-01T00:00:00Z", "%G-%V %U %W %j", "2026-01 00 00 001"],
    ["2027-01-01T00:00:00Z", "%G-%V %g", "2026-53 26"],
    ["2024-12-30T00:00:00Z", "%G-%V", "2025-01"],
    ["2024-12-31T23:59:59Z", "%j %U %W", "366 52 53"],
    ["2026-01-01T12:00:00Z", "%I %l %p", "12 12 PM"],
    ["2026-01-01T00:00:00Z", "%I %l %p", "12 12 AM"],
  ])("%s as %s is %s", (text, format, expected) => {
    expect(at(text, format)).toBe(expected);
  });

  test.each([
    [1, "st"],
    [2, "nd"],
    [3, "rd"],
    [4, "th"],
    [11, "th"],
    [12, "th"],
    [13, "th"],
    [21, "st"],
    [31, "st"],
  ])("has the ending of the day %i", (day, ending) => {
    expect(at(`2026-01-${String(day).padStart(2, "0")}T00:00:00Z`, "%q")).toBe(ending);
  });

  test.each([
    ["2026-07-01T12:00:00Z", "Europe/Berlin", "14:00 +0200 Europe/Berlin"],
    ["2026-01-01T12:00:00Z", "Europe/Berlin", "13:00 +0100 Europe/Berlin"],
    ["2026-10-25T00:30:00Z", "Europe/Berlin", "02:30 +0200 Europe/Berlin"],
    ["2026-10-25T01:30:00Z", "Europe/Berlin", "02:30 +0100 Europe/Berlin"],
    ["2026-01-01T00:30:00Z", "America/New_York", "19:30 -0500 America/New_York"],
    ["2026-01-01T12:00:00Z", "Asia/Kathmandu", "17:45 +0545 Asia/Kathmandu"],
    ["2026-01-01T12:00:00Z", -120, "14:00 +0200 "],
    ["2026-01-01T12:00:00Z", 90, "10:30 -0130 "],
  ])("knows time zones: %s in %s", (text, zone, expected) => {
    expect(at(text, "%H:%M %z %Z", zone)).toBe(expected);
  });
});

describe("filters for dates", () => {
  test.each([
    ["{{ '2026-03-04' | date: '%F %T' }}", "2026-03-04 00:00:00"],
    ["{{ '2026-03-04T05:06' | date: '%F %T' }}", "2026-03-04 05:06:00"],
    ["{{ '2026-03-04 05:06' | date: '%F %T' }}", "2026-03-04 05:06:00"],
    ["{{ 'March 4, 2026' | date: '%F %T' }}", "2026-03-04 00:00:00"],
    ["{{ 'March 4, 2026 5:06 PM' | date: '%F %T' }}", "2026-03-04 17:06:00"],
    ["{{ '2026-03-04T05:06:07+02:00' | date: '%F %T' }}", "2026-03-04 03:06:07"],
    ["{{ 'Wed, 04 Mar 2026 05:06:07 +0200' | date: '%F %T' }}", "2026-03-04 03:06:07"],
    ["{{ 'Wed, 04 Mar 2026 05:06:07 GMT' | date: '%F %T' }}", "2026-03-04 05:06:07"],
    ["{{ 1772600767 | date: '%F %T' }}", "2026-03-04 05:06:07"],
    ["{{ '1772600767' | date: '%F %T' }}", "2026-03-04 05:06:07"],
    ["{{ 'no date' | date: '%F' }} {{ nothing | date: '%F' }}", "no date "],
    ["{{ now | date: '%H:%M', 'Europe/Berlin' }}", "14:05"],
    ["{{ now | date }}", "Tuesday, November 24, 2026 at 1:05 pm +0000"],
    ["{{ now | date_to_xmlschema }}", "2026-11-24T13:05:09+00:00"],
    ["{{ now | date_to_rfc822 }}", "Tue, 24 Nov 2026 13:05:09 +0000"],
    ["{{ now | date_to_string }} {{ now | date_to_long_string }}", "24 Nov 2026 24 November 2026"],
    ["{{ now | date_to_string: 'ordinal', 'US' }}", "Nov 24th, 2026"],
    ["{{ now | date_to_long_string: 'ordinal' }}", "24th November 2026"],
    ["{{ now | date_add: 1, 'days' | date: '%F' }}", "2026-11-25"],
    ["{{ now | date_add: -2, 'week' | date: '%F' }}", "2026-11-10"],
    ["{{ now | date_add: 90, 'minutes' }}", "2026-11-24T14:35:09.007Z"],
    ["{{ now | date_add: '3', 'seconds' | date_add: 1, 'milliseconds' }}", "2026-11-24T13:05:12.008Z"],
    ["{{ '2026-01-31' | date_add: 1, 'month' | date: '%F' }}", "2026-02-28"],
    ["{{ '2024-02-29' | date_add: 1, 'year' | date: '%F' }}", "2025-02-28"],
    ["{{ '2026-01-31' | date_add: -2, 'months' | date: '%F' }}", "2025-11-30"],
    ["{{ '2026-01-31' | date_add: 1, 'quarter' | date: '%F' }}", "2026-04-30"],
    ["{{ now | date_add: 1 | date: '%F' }}", "2026-11-25"],
  ])("%s", (template, text) => {
    expect(render(template)).toBe(text);
  });

  test.each([
    ["{{ now | date: '%H', 'Mars/Olympus' }}", "There is no time zone `Mars/Olympus`."],
    ["{{ now | date: '%H', 1e300 }}", ""],
    [
      "{{ now | date_add: 1, 'fortnight' }}",
      "There is no unit `fortnight`: it is one of millisecond, second,",
    ],
    ["{{ now | date_add: 1, 'constructor' }}", "There is no unit `constructor`"],
    ["{{ now | date_add: 'x' }}", "`date_add` needs a number of units."],
    ["{{ 'x' | date_add: 1 }}", "`date_add` needs a date."],
    ["{{ now | date_add: 99999999999, 'years' }}", "A date is too far away."],
    ["{{ now | date_add: 99999999999, 'days' }}", "A date is too far away."],
    [`{{ now | date: '${"%A".repeat(200)}' }}`, "A format of dates has at most 200 characters."],
    ["{{ now | date: '%H', 99999999999999999 }}", "A date is too far away."],
  ])("%s is a problem", (template, problem) => {
    expect(render(template)).toContain(problem);
  });

  test("give the same wherever the server is, also when its clocks change", () => {
    const zone = process.env.TZ;
    try {
      for (const TZ of ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "UTC"]) {
        process.env.TZ = TZ;
        expect(render("{{ '2026-10-25T01:30:00Z' | date: '%F %T' }}")).toBe("2026-10-25 01:30:00");
        expect(render("{{ '2026-03-29T01:30:00Z' | date: '%F %T' }}")).toBe("2026-03-29 01:30:00");
        expect(render("{{ 'March 29, 2026 02:30' | date: '%F %T' }}")).toBe("2026-03-29 02:30:00");
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});
