import { Refusal } from '../refusal.mts';

/** A failure in the envelope: `code` is not SUCCESS, whatever the status. */
export class Fault extends Error {
	constructor(
		readonly status: number,
		readonly code: string,
		/** Message of the engine, which is only in `error_info.context.origin_cause`. */
		readonly cause_: string,
		message = 'The request failed',
	) {
		super(message);
	}
}

/** A missing or wrong parameter. */
export class ParameterFault extends Fault {
	constructor(cause: string) {
		super(400, 'COMMON-D-27-1', cause, 'Parameter check failed');
	}
}

/** Converts a refusal of the shared computation to the OpenAPI's codes. */
export function toFault({ status, message }: Refusal): Fault {
	if (status === 403) return new Fault(403, 'SA-D-24-2', message, 'No permission');
	if (/event "[^"]*" does not exist/.test(message))
		return new Fault(400, 'SA-D-32-1', message, 'The event is unknown or hidden');
	return new ParameterFault(message);
}

export function faultBody({ code, message, cause_: cause }: Fault, requestId: string): object {
	return {
		code,
		message,
		request_id: requestId,
		data: null,
		error_info: {
			code,
			description: message,
			system_response: message,
			error_causes: [{ error_cause: cause, action_suggestion: 'Check the request' }],
			context: {
				origin_stack: '',
				origin_cause: cause,
				origin_code: code,
				origin_complete_code: code,
				error_extend_desc: '',
			},
		},
	};
}
