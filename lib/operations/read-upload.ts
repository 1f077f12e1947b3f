import { AppError } from "./errors";
import { invalid } from "./read-body";

/**
 * The parts of a form by name, files as `File`; several parts of one name are an array.
 * @throws {AppError} `unsupported_media_type`, or `invalid_request` for a form that cannot be read
 */
export async function parseUpload(bytes: Uint8Array, contentType: string | null): Promise<unknown> {
  if (contentType === null || !/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new AppError("unsupported_media_type", "Send the body as multipart/form-data.");
  }
  const form = await formOf(bytes, contentType);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

async function formOf(bytes: Uint8Array, contentType: string): Promise<FormData> {
  try {
    return await new Response(bytes as BodyInit, { headers: { "content-type": contentType } }).formData();
  } catch {
    throw invalid([{ path: "", message: "the body is not a valid form" }]);
  }
}
