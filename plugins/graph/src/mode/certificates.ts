import { written } from '../verify/certificates.js';
import type { Verified } from '../verify/verify.js';

/** With the certificates that are written, and the names of no others. */
export function withCertificates(verified: Verified): Verified {
  const certificates = written(verified.certificates);
  const ids = new Set(certificates.map(({ id }) => id));
  const verdicts = verified.verdicts.map(({ certificate_id: id, ...verdict }) =>
    id !== undefined && ids.has(id) ? { ...verdict, certificate_id: id } : verdict,
  );
  return { ...verified, certificates, verdicts };
}
