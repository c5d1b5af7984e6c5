/** Imported by the site and by the operator's commands, so that both reach the same services. */
import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";

// Of a host with two addresses the first gets this long, in milliseconds. Node's own 250 ms is less than some handshakes take: with
// no way to the other address, a service would be unreachable.
setDefaultAutoSelectFamilyAttemptTimeout(2_500);
