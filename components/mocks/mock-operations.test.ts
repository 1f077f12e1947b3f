import { expect, test } from "vitest";
import * as chaos from "@/lib/mocks/chaos/contract";
import * as contract from "@/lib/mocks/contract";
import * as forwarding from "@/lib/mocks/forwarding/contract";
import * as organising from "@/lib/mocks/organising/contract";
import type { Operation } from "@/lib/operations/operation";
import { mockOperations } from "./mock-operations";

const contracts: Record<string, unknown> = { ...contract, ...chaos, ...forwarding, ...organising };

test.each(Object.entries(mockOperations))(
  "%s is called as its contract says",
  (name, operation: Operation) => {
    const whole = contracts[name] as Operation;
    const { id, method, path, tag, access, versioned } = whole;
    expect({ versioned, ...operation, body: operation.body !== undefined }).toEqual({
      ...{ id, method, path, tag, access, versioned, body: whole.body !== undefined },
    });
    // Nothing else of an operation is asked for where it is called.
    expect([whole.query, whole.upload]).toEqual([undefined, undefined]);
  },
);
