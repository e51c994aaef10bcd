import { describe, expect, it } from 'vitest';
import { createKeyDerivation, createScramExchange } from '../../src/adapter/wire/security/scram.js';

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');
const bytes = (written: string) => Buffer.from(written, 'utf8');

/** The example of RFC 7677, section 3. */
const RFC = {
  nonce: 'rOprNGfwEbeRWgbNEkqO',
  serverFirst:
    'r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096',
  proof: 'dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=',
  serverFinal: 'v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=',
};

function begin() {
  return createScramExchange('sha256', 'user', createKeyDerivation('sha256', 'pencil'), RFC.nonce);
}

describe('SCRAM-SHA-256', () => {
  it('says what RFC 7677 says', async () => {
    const scram = begin();
    expect(text(scram.first())).toBe(`n,,n=user,r=${RFC.nonce}`);
    expect(text(await scram.final(bytes(RFC.serverFirst)))).toBe(
      `c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=${RFC.proof}`,
    );
    scram.verify(bytes(RFC.serverFinal));
  });

  it.each([
    ['of another', 'v=AAAATRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4='],
    ['cut short', 'v=6rriTRBi23U='],
    ['absent', ''],
  ])('takes no signature that is %s', async (_what, serverFinal) => {
    const scram = begin();
    await scram.final(bytes(RFC.serverFirst));
    expect(() => scram.verify(bytes(serverFinal))).toThrow('its SCRAM signature is wrong');
  });

  it('takes no signature before there was an exchange', () => {
    expect(() => begin().verify(bytes(RFC.serverFinal))).toThrow('its SCRAM signature is wrong');
  });

  it.each([
    ['r=stranger,s=W22Z,i=4096', 'its nonce is not ours'],
    [`r=${RFC.nonce},s=W22Z,i=4096`, 'its nonce is not ours'],
    [`r=${RFC.nonce}x,s=,i=4096`, 'named no salt'],
    [`r=${RFC.nonce}x,s=W22Z`, 'asks for no number of SCRAM iterations'],
    ['e=unknown-user', "ended the SCRAM exchange with 'unknown-user'"],
  ])('ends at %s', async (serverFirst, message) => {
    await expect(begin().final(bytes(serverFirst))).rejects.toThrow(message);
  });

  it('derives a key once for a salt', async () => {
    const derive = createKeyDerivation('sha256', 'pencil');
    const salt = Buffer.from('salt');
    expect(derive(Buffer.from('salt'), 4_096)).toBe(derive(salt, 4_096));
    expect(await derive(salt, 4_097)).not.toEqual(await derive(salt, 4_096));
  });
});
