import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate for 127.0.0.1 that only programs trust to which it is given, as NODE_EXTRA_CA_CERTS. */
export interface LoopbackCertificate {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** Makes the certificate in a folder, or takes the one that is there; wants `openssl`. */
export function createLoopbackCertificate(folder: string): LoopbackCertificate {
  const certificateFile = join(folder, 'receiver.pem');
  const keyFile = join(folder, 'receiver.key');
  if (existsSync(certificateFile)) return { certificateFile, keyFile };
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'],
      ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
      ...['-keyout', keyFile, '-out', certificateFile],
    ],
    { stdio: 'ignore' },
  );
  return { certificateFile, keyFile };
}
