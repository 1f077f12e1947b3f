import { Skeleton, SkeletonRows } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <div aria-busy className="flex flex-col gap-6">
      <Skeleton className="h-7 w-48" />
      <SkeletonRows label="Loading the page" />
    </div>
  );
}
