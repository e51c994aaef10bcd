import type { RequestOf } from '../../protocol/apis.js';
import type { MessageBody } from '../../protocol/message-body.js';
import { errorCode } from '../../spec/errors.js';
import type { Broker } from '../broker.js';
import type { Handler } from '../exchange.js';

type Resource = RequestOf<'DescribeConfigs'>['resources'][number];

const TOPIC = 2;
const BROKER = 4;
/** Source of a value: set when the broker was started. */
const STATIC_BROKER_CONFIG = 4;
/** Type of a value. */
const INT = 3;
const LONG = 5;
const GREATEST_INT = 2 ** 31 - 1;

export function describeConfigs(broker: Broker): Handler<'DescribeConfigs'> {
  return (exchange) => {
    const results = exchange.body.resources.map((resource) => ({
      resourceType: resource.resourceType,
      resourceName: resource.resourceName,
      ...described(broker, resource),
    }));
    exchange.answer({ results });
  };
}

function described(broker: Broker, resource: Resource): MessageBody {
  const failed = (error: string, errorMessage: string) => ({
    errorCode: errorCode(error),
    errorMessage,
  });
  const { resourceType, resourceName } = resource;
  switch (resourceType) {
    case BROKER:
      if (resourceName !== String(broker.nodeId) && resourceName !== '') {
        return failed('INVALID_REQUEST', `the only broker here is ${broker.nodeId}`);
      }
      return { errorCode: errorCode('NONE'), configs: settings(broker, resource) };
    case TOPIC:
      return broker.topics.byName(resourceName) === undefined
        ? failed('UNKNOWN_TOPIC_OR_PARTITION', 'there is no such topic')
        : { errorCode: errorCode('NONE'), configs: [] };
    default:
      return failed('INVALID_REQUEST', 'only brokers and topics have settings here');
  }
}

function settings({ configuration }: Broker, { configurationKeys }: Resource): MessageBody[] {
  return Object.entries(configuration)
    .filter(([name]) => configurationKeys === null || configurationKeys.includes(name))
    .map(([name, value]) => ({
      name,
      value: String(value),
      readOnly: true,
      isDefault: false,
      configSource: STATIC_BROKER_CONFIG,
      isSensitive: false,
      configType: value > GREATEST_INT ? LONG : INT,
    }));
}
