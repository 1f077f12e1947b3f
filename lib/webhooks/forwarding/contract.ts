import { z } from "zod";
import { Name, Success, Switch, Timestamp } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

/** Bounds of a rule. */
export const forwardingLimits = {
  rules: 10,
  urlChars: 2000,
  methods: 10,
  pathChars: 200,
  pathStars: 5,
  filterHeaders: 5,
  filterChars: 200,
  bodyChars: 100,
  /** How much of a body is searched. */
  searchedBytes: 64 * 1024,
  headers: 20,
  headerChars: 4000,
} as const;
const limits = forwardingLimits;

const text = (max: number) =>
  z.string({ error: "must be a text" }).max(max, { error: `must have at most ${max} characters` });
const HeaderName = text(200).regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, {
  error: "must be the name of a header",
});

const HeaderTest = z.object(
  {
    name: HeaderName,
    match: z.enum(["equals", "contains"], { error: "must be equals or contains" }).default("equals"),
    value: text(limits.filterChars),
  },
  { error: "must be an object with name, match and value" },
);

const Filter = z
  .object({
    methods: z.array(z.string()).meta({ description: "in upper case; none means all" }),
    path: z
      .string()
      .nullable()
      .meta({ description: "the sub-path as it was sent, where `*` stands for any characters, `/orders/*`" }),
    headers: z
      .array(z.object({ name: z.string(), match: z.enum(["equals", "contains"]), value: z.string() }))
      .meta({ description: "all of them must hold for some value of that header" }),
    validOnly: z.boolean().meta({ description: "only captures whose signature is valid" }),
    bodyContains: z
      .string()
      .nullable()
      .meta({ description: `a text, in exactly these letters, in the first ${limits.searchedBytes} bytes` }),
  })
  .meta({ id: "ForwardingFilter" });
export type ForwardingFilter = z.output<typeof Filter>;

/** Empty texts ask for nothing. */
const orNothing = (given: z.ZodType<string>) =>
  given.nullable().transform((value): string | null => (value === "" ? null : value));

const GivenFilter = z
  .object(
    {
      methods: z
        .array(
          text(30)
            .regex(/^[A-Za-z0-9-]+$/, { error: "must be a method such as POST" })
            .toUpperCase(),
          { error: "must be a list of methods" },
        )
        .max(limits.methods, { error: `must have at most ${limits.methods} methods` })
        .default([]),
      path: orNothing(
        text(limits.pathChars)
          .refine((path) => path === "" || /^[/*]/.test(path), { error: "must begin with / or *" })
          .refine((path) => path.split("*").length - 1 <= limits.pathStars, {
            error: `must have at most ${limits.pathStars} asterisks`,
          }),
      ).default(null),
      headers: z
        .array(HeaderTest, { error: "must be a list of headers" })
        .max(limits.filterHeaders, { error: `must have at most ${limits.filterHeaders} headers` })
        .default([]),
      validOnly: Switch.default(false),
      bodyContains: orNothing(text(limits.bodyChars)).default(null),
    },
    { error: "must be an object with methods, path, headers, validOnly and bodyContains" },
  )
  .meta({ id: "ForwardingFilterInput" });

/** In full, because validators of generated clients take a default as it stands. */
const everyRequest = { methods: [], path: null, headers: [], validOnly: false, bodyContains: null };

const Header = z.object({
  name: z.string(),
  valueTail: z
    .string()
    .nullable()
    .meta({ description: "the end of the value that it is set to; null where it is removed" }),
});
const GivenHeader = z.object(
  {
    name: HeaderName,
    value: text(limits.headerChars)
      .nullable()
      .optional()
      .meta({ description: "null removes it; left out, it keeps the value that is stored for it" }),
  },
  { error: "must be an object with name and value" },
);
const GivenHeaders = z
  .array(GivenHeader, { error: "must be a list of headers" })
  .max(limits.headers, { error: `must have at most ${limits.headers} headers` })
  .refine((all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length, {
    error: "must have every header once",
  });
export type GivenForwardingHeader = z.output<typeof GivenHeader>;

const Url = text(limits.urlChars)
  .trim()
  .min(1, { error: "must be an address such as https://example.com/hook" });

export const ForwardingRule = z
  .object({
    id: z.guid(),
    webhookId: z.guid(),
    name: z.string(),
    url: z.string(),
    enabled: z.boolean().meta({ description: "false while it is paused" }),
    filter: Filter,
    headers: z.array(Header),
    keepPath: z.boolean().meta({ description: "adds the captured sub-path and query to the URL" }),
    retries: z.boolean(),
    pausedReason: z.string().nullable().meta({ description: "why it was paused by itself" }),
    failingSince: Timestamp.nullable().meta({ description: "since when no try has succeeded" }),
    lastDeliveredAt: Timestamp.nullable(),
    lastFailedAt: Timestamp.nullable(),
    lastError: z.string().nullable(),
    counts: z
      .object({ delivered: z.int(), waiting: z.int(), failed: z.int(), skipped: z.int() })
      .meta({ description: "of the log: what waits, and what ended in the last 24 hours" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "ForwardingRule" });
export type ForwardingRule = z.output<typeof ForwardingRule>;

const tag = "Webhook forwarding";
const inbox = "/api/projects/:projectId/webhooks/:webhookId";
const rules = `${inbox}/forwarding-rules` as const;
const rule = `${rules}/:ruleId` as const;

export const listForwardingRules = operation({
  id: "listForwardingRules",
  method: "GET",
  path: rules,
  tag,
  summary: "List the rules by which an inbox forwards captures",
  access: "project",
  query: z.object(
    listQuery(ForwardingRule, {
      sorts: ["createdAt", "name"],
      sortedBy: "createdAt",
      searched: "name and URL",
    }),
  ),
  output: z.array(ForwardingRule),
  list: true,
});
export const createForwardingRule = operation({
  id: "createForwardingRule",
  method: "POST",
  path: rules,
  tag,
  summary: "Create a forwarding rule",
  access: "project",
  body: z.object({
    name: Name,
    url: Url,
    enabled: Switch.default(true),
    filter: GivenFilter.default(everyRequest),
    headers: GivenHeaders.default([]),
    keepPath: Switch.default(true),
    retries: Switch.default(true),
  }),
  status: 201,
  output: ForwardingRule,
  errors: ["conflict"],
});
export const getForwardingRule = operation({
  id: "getForwardingRule",
  method: "GET",
  path: rule,
  tag,
  summary: "Get a forwarding rule",
  access: "project",
  output: ForwardingRule,
  versioned: true,
});
export const updateForwardingRule = operation({
  id: "updateForwardingRule",
  method: "PUT",
  path: rule,
  tag,
  summary: "Change a forwarding rule",
  access: "project",
  body: z.object({
    name: Name.optional(),
    url: Url.optional(),
    enabled: Switch.optional(),
    filter: GivenFilter.optional(),
    headers: GivenHeaders.optional(),
    keepPath: Switch.optional(),
    retries: Switch.optional(),
  }),
  output: ForwardingRule,
  versioned: true,
});
export const deleteForwardingRule = operation({
  id: "deleteForwardingRule",
  method: "DELETE",
  path: rule,
  tag,
  summary: "Delete a forwarding rule with its deliveries",
  access: "project",
  output: Success,
});

const Resent = z.object({ resent: z.int() }).meta({ id: "ResentDeliveries" });

export const resendFailedDeliveries = operation({
  id: "resendFailedDeliveries",
  method: "POST",
  path: `${rule}/resend` as const,
  tag,
  summary: "Send all failed deliveries of a rule again",
  access: "project",
  output: Resent,
  errors: ["conflict"],
});
export const cancelDeliveries = operation({
  id: "cancelDeliveries",
  method: "POST",
  path: `${rule}/cancel` as const,
  tag,
  summary: "Cancel all waiting deliveries of a rule",
  access: "project",
  output: z.object({ cancelled: z.int() }).meta({ id: "CancelledDeliveries" }),
});
