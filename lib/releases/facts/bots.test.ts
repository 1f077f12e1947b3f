import { expect, test } from "vitest";
import { isBot } from "./bots";

test.each([
  ["dependabot[bot]", "49699333+dependabot[bot]@users.noreply.github.com"],
  ["renovate[bot]", "bot@renovateapp.com"],
  ["GitHub Actions Bot", "actions@example.com"],
  ["Babel Bot", "babel-bot@users.noreply.github.com"],
  ["jekyllbot", "jekyllbot@jekyllrb.com"],
  ["k8s-ci-robot", "k8s@example.com"],
  ["Copilot", "198982749+Copilot@users.noreply.github.com"],
  ["Claude", "noreply@anthropic.com"],
  ["Release", "ci@acme.example"],
  ["github-actions", ""],
])("%s <%s> is a program", (name, email) => expect(isBot({ name, email })).toBe(true));

test.each([
  ["Ada Talbot", "ada@example.com"],
  ["Abbot", "abbot@gmail.com"],
  ["Claude Monet", "claude@example.com"],
  ["Travis Oliphant", "travis@example.com"],
  ["Jenkins Smith", "js@example.com"],
  ["Snyk Olsen", "o@example.com"],
  ["Zoë", "12345+zoe@users.noreply.github.com"],
  ["Bot Wit", "wit@robots.example"],
  ["", ""],
])("%s <%s> is not", (name, email) => expect(isBot({ name, email })).toBe(false));
