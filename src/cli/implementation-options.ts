import { Option } from 'commander';
import { CERTIFY_DEFAULTS } from '../certify.js';
import { positiveInteger } from './options.js';

/** The broker behind `--adapter`, or in its place: a file of implementations/. */
export function implementationOption(): Option {
  return new Option(
    '--implementation <file>',
    'how it is reached and what is known of it, e.g. implementations/librdkafka.yaml; other options win over the file',
  );
}

export function implementationVersionOption(): Option {
  return new Option('--implementation-version <version>', 'for the report');
}

export function deviationsOption(): Option {
  return new Option(
    '--deviations <file>',
    'known deviations (docs/deviations.md): cases that fail just so are no failure of the run',
  );
}

export function noDeviationsOption(): Option {
  return new Option('--no-deviations', 'also without those that the implementation file names');
}

/** What every command says that talks to an implementation, one function an option. */

export function configOption(): Option {
  return new Option(
    '--config <name=value>',
    'a broker setting that cannot be discovered, e.g. group.initial.rebalance.delay.ms=0 (repeatable)',
  )
    .argParser((text: string, previous: readonly string[]) => [...previous, text])
    .default([]);
}

export function exactOption(): Option {
  return new Option(
    '--exact',
    "accept only Apache Kafka's own behaviour where the rules leave it open",
  );
}

export function epsilonOption(): Option {
  return milliseconds('--epsilon', 'distance kept from deadlines on a real clock').default(
    CERTIFY_DEFAULTS.epsilon,
  );
}

export function answerTimeoutOption(): Option {
  return milliseconds(
    '--answer-timeout',
    'how long an answer that is due may take on a real clock',
  ).default(CERTIFY_DEFAULTS.answerTimeout);
}

export function noRecordsOption(): Option {
  return new Option(
    '--no-records',
    'leave __consumer_offsets alone, which is read over the wire where it may be: cases that look at records are then skipped',
  );
}

export function connectTimeoutOption(): Option {
  return milliseconds(
    '--connect-timeout',
    'for connecting, for the handshake, and for every call of a jsonrpc adapter',
  ).default(10_000);
}

function milliseconds(name: string, meaning: string): Option {
  return new Option(`${name} <ms>`, meaning).argParser(positiveInteger);
}
