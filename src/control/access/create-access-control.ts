import type { AccessControl } from "./access-control.ts";
import type { AccessParts } from "./access-parts.ts";
import { putGrant } from "./put-grant.ts";
import { requestAccess } from "./request-access.ts";
import { reviewRequest } from "./review-request.ts";

/** Grants of upstream servers, and requests for them. */
export function createAccessControl(parts: AccessParts): AccessControl {
  const { store, config, recordAdmin } = parts;
  const listGrants = (): ReturnType<AccessControl["listGrants"]> => store.serverGrants.list(config.workspace);
  return {
    listGrants,
    grant: (wanted, by) => putGrant(wanted, by, parts),
    async revoke(id, by) {
      await recordAdmin("access.revoke", { id }, by);
      const isKnown = (await listGrants()).some((grant) => grant.id === id);
      return isKnown && store.serverGrants.remove(id);
    },
    listRequests: () => store.accessRequests.list(config.workspace),
    request: (wanted, by) => requestAccess(wanted, by, parts),
    review: (given, by) => reviewRequest(given, by, parts),
  };
}
