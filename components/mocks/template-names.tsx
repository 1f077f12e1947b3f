import { Fragment } from "react";

const names = [
  ["{{ request.params.id }}", "a placeholder of the endpoint"],
  ["{{ request.query.page }}", "of the query; likewise of headers, cookies and form"],
  ["{{ request.json.user.name }}", "of a JSON body; request.body is its text"],
  ["{{ 'internet.email' | fake }}", "made up, as faker calls it: commerce.price, date.past, …"],
  ["{{ 1 | random_int: 6 }}", "a whole number by chance"],
  ["{{ 'red' | one_of: 'blue' }}", "one of these"],
  ["{{ uuid }}", "another ID each time"],
  ["{{ counter }}", "the number of the call"],
  ["{{ now | date: '%Y-%m-%d' }}", "the time"],
  ["{{ request.json | json }}", "a value as JSON"],
  ["{% if request.query.page == '2' %}…{% endif %}", "only then"],
  ["{% repeat 3, separator: ',' %}…{% endrepeat %}", "several times"],
  ["{% seed request.params.id %}", "from here on the same ID makes up the same"],
] as const;

const code = "break-words text-ink-soft";

/** What templates are made of. */
export function TemplateNames() {
  return (
    <details className="min-w-0 text-ink-mute text-xs">
      <summary className="w-fit cursor-pointer rounded-sm touch:py-2">
        Body and header values may say <code className={code}>{names[0][0]}</code> or{" "}
        <code className={code}>{"{{ 'person.fullName' | fake }}"}</code>. There is more.
      </summary>
      <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        {names.map(([sign, meaning]) => (
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
