import { expect, test } from "vitest";
import { bodyWithIdOfPath } from "./openapi-echo";

const number = "{{ request.params.id | to_number | default: request.params.id | json }}";

test.each([
  ["/products/:id", '{"id":1,"name":"Cup"}', `{"id":${number},"name":"Cup"}`],
  ["/products/:id", '{\n  "name": "Cup",\n  "id": 1\n}', `{\n  "name": "Cup",\n  "id": ${number}\n}`],
  ["/products/:id", '{"id":"a"}', '{"id":{{ request.params.id | json }}}'],
  ["/pets/:petId", '{"id":"a"}', '{"id":{{ request.params.petId | json }}}'],
  ["/pets/:petId", '{"id":"a","petId":"b"}', '{"id":"a","petId":{{ request.params.petId | json }}}'],
  [
    "/users/:username",
    '{"id":1,"username":"ada"}',
    '{"id":1,"username":{{ request.params.username | json }}}',
  ],
  ["/users/:username", '{"id":1}', undefined],
  ["/products", '{"id":1}', undefined],
  ["/products/:id/parts", '{"id":1}', undefined],
  ["/products/:id", '[{"id":1}]', undefined],
  ["/products/:id", '{"product":{"id":1}}', undefined],
  ["/products/:id", '{"id":{"value":1}}', undefined],
  ["/products/:id", '{"id":null}', undefined],
  ["/products/:id", '{"id":12345678901234567890}', undefined],
  ["/products/:id", '{ "id": 1 }', undefined],
  ["/products/:id", '{"id":1,"note":"{{ x }}"}', undefined],
  ["/products/:id", "{id}", undefined],
])("%s with the body %j becomes %j", (endpoint, body, template) => {
  expect(bodyWithIdOfPath(body, endpoint)).toBe(template);
});
