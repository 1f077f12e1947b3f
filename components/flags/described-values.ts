import type { Flag } from "@/components/flags/flags-list";
import { describedFields } from "@/lib/flag-use/contract";

/** What people say of a flag as a form holds it: nothing is an empty text. */
export type DescribedValues = { description: string; tags: string[]; ownerId: string };

type Described = Pick<Flag, "description" | "tags" | "ownerId">;

export const describedValues = ({ description, tags, ownerId }: Described): DescribedValues => ({
  description: description ?? "",
  tags,
  ownerId: ownerId ?? "",
});

export const describedWords = {
  description: "Description",
  tags: { label: "Tags", text: (tags: string[]) => tags.join(", ") },
  ownerId: { label: "Owner", text: (id: string) => (id ? "somebody" : "nobody") },
};

/** The request for these of the form's fields. */
export function sentDescription({
  description,
  tags,
  ownerId,
}: Partial<DescribedValues>): Partial<Described> {
  return {
    ...(description !== undefined && { description: description.trim() || null }),
    ...(tags !== undefined && { tags }),
    ...(ownerId !== undefined && { ownerId: ownerId || null }),
  };
}

const { description: Description, tags: Tags } = describedFields;

/** What is wrong with them, by field; of tags it is that of one, or of all. */
export function descriptionProblems({ description, tags }: Partial<DescribedValues>) {
  return {
    description: Description.safeParse(description).error?.issues[0]?.message,
    tags: Tags.safeParse(tags).error?.issues[0]?.message,
  };
}
