import { Option } from 'commander';
import { CERTIFY_DEFAULTS } from '../certify.js';
import { positiveInteger } from './options.js';

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
