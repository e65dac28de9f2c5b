package import VirgaJSON
import VirgaSource

/// A message of JSON-RPC 2.0, from the client or to it.
package enum Message: Hashable, Sendable {
  case request(id: JSONValue, method: String, params: JSONValue)
  case notification(method: String, params: JSONValue)
  case response(id: JSONValue, result: JSONValue)
  case failure(id: JSONValue, RequestFailure)

  /// The message of a body.
  package init(_ body: [UInt8]) throws(RequestFailure) {
    let json: JSONValue
    do {
      json = try JSONValue.parse(body)
    } catch {
      let reason = error.all.first.map { ": \($0.message)" } ?? ""
      throw RequestFailure(.notJSON, "the message is not JSON\(reason)")
    }
    let id = json["id"] ?? .null
    if let method = json["method"]?.stringValue {
      let params = json["params"] ?? .null
      self =
        id.isNull
        ? .notification(method: method, params: params)
        : .request(id: id, method: method, params: params)
      return
    }
    // A failure to read a message has no id, because that could not be read either.
    if let error = json["error"], !error.isNull {
      let message = error["message"]?.stringValue ?? ""
      self = .failure(id: id, RequestFailure(.requestFailed, message))
      return
    }
    guard !id.isNull else {
      throw RequestFailure(.invalidRequest, "the message has neither a method nor an id")
    }
    self = .response(id: id, result: json["result"] ?? .null)
  }

  /// The message as its body has it.
  package var json: JSONValue {
    switch self {
    case .request(let id, let method, let params):
      ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params]
    case .notification(let method, let params):
      ["jsonrpc": "2.0", "method": .string(method), "params": params]
    case .response(let id, let result): ["jsonrpc": "2.0", "id": id, "result": result]
    case .failure(let id, let failure): ["jsonrpc": "2.0", "id": id, "error": failure.json]
    }
  }
}

/// Why a request has no result.
package struct RequestFailure: Error, Hashable, Sendable {
  /// The numbers of JSON-RPC and of LSP.
  package enum Code: Int64, Sendable {
    case notJSON = -32_700
    case invalidRequest = -32_600
    case unknownMethod = -32_601
    case invalidParams = -32_602
    case notInitialized = -32_002
    case cancelled = -32_800
    case requestFailed = -32_803
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  fileprivate var json: JSONValue {
    ["code": .integer(code.rawValue), "message": .string(message)]
  }
}
