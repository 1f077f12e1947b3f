import { bodyOf, fieldOf } from "@/components/mocks/mock-form-values";
import { rulesFor } from "@/components/ui/form-rules";
import { createMock } from "@/lib/mocks/contract";

/** Checks what the API would check, so that most mistakes show without a request. */
export const mockRules = rulesFor(createMock.body, bodyOf, fieldOf);
