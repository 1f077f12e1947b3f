import { routes } from "@/lib/api/next-routes";
import { handleNoteRequest } from "@/lib/webhooks/pins/note-request";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleNoteRequest);
