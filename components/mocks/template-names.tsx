import { Fragment } from "react";

const names = [
  ["{{ request.query.page }}", "of the query; likewise of headers, cookies and form"],
  ["{{ request.json.user.name }}", "of a JSON body; request.body is its text"],
  ["{{ 'internet.email' | fake }}", "made up, as faker calls it: commerce.price, date.past, …"],
  ["{{ 1 | random_int: 6 }}", "a whole number by chance"],
  ["{{ 'red' | one_of: 'blue' }}", "one of these"],
  ["{{ uuid }}", "another ID each time"],
  ["{{ now | date: '%Y-%m-%d' }}", "the time"],
  ["{{ request.json | json }}", "a value as JSON"],
  ["{% if request.query.page == '2' %}…{% endif %}", "only then"],
  ["{% repeat 3, separator: ',' %}…{% endrepeat %}", "several times"],
] as const;
const ofMocks = [
  ["{{ request.params.id | json }}", "a placeholder of the endpoint"],
  ["{{ counter }}", "the number of the call"],
  ["{% seed request.params.id %}", "from here on the same ID makes up the same"],
] as const;
const ofInboxes = [
  ["{{ capture.id }}", "the ID of the captured request"],
  ["{{ capture.sequence }}", "its number in the inbox"],
  ["{{ request.path }}", "what follows the inbox's address"],
  ["{% seed request.json.id %}", "from here on the same ID makes up the same"],
] as const;

const code = "break-words text-ink-soft";

export type TemplateNamesProps = {
  /** Those of inboxes know other things. */
  isMock: boolean;
};

/** What templates are made of. */
export function TemplateNames({ isMock }: TemplateNamesProps) {
  const own = isMock ? ofMocks : ofInboxes;
  return (
    <details className="min-w-0 text-ink-mute text-xs">
      <summary className="w-fit cursor-pointer rounded-sm touch:py-2">
        Body and header values may say <code className={code}>{own[0][0]}</code> or{" "}
        <code className={code}>{"{{ 'person.fullName' | fake }}"}</code>. There is more.
      </summary>
      <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        {[...own, ...names].map(([sign, meaning]) => (
          <Fragment key={sign}>
            <dt>
              <code className={code}>{sign}</code>
            </dt>
            <dd className="max-sm:mb-1.5">{meaning}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="mt-2">It is Liquid, with its other tags and filters.</p>
    </details>
  );
}
