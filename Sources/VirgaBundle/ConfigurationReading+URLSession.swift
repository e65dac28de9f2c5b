import Foundation
import VirgaFiles
public import VirgaFlags
import VirgaSDK

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ConfigurationReading {
  /// Reads the machine's files and, with `URLSession`, the web.
  ///
  /// Only https URLs are read, and http URLs of this machine. A read from the web ends after `timeout` seconds, and fails
  /// if the server sends more than `limit` bytes. It waits on the calling thread.
  public static func urlSession(timeout: Int = 10, limit: Int = 1 << 24) -> ConfigurationReading {
    ConfigurationReading(web: { url throws(FileFailure) in
      let address = try address(url)
      switch WebAnswer.wait(for: address, timeout: timeout, limit: limit) {
      case .success(let bytes): return bytes
      case .failure(let failure): throw FileFailure(path: url, reason: failure.reason)
      }
    })
  }

  /// The URL that a text is, if it may be read.
  private static func address(_ text: String) throws(FileFailure) -> URL {
    guard let url = URL(string: text), WebAnswer.isAllowed(url) else {
      throw FileFailure(path: text, reason: "Only https URLs can be fetched")
    }
    return url
  }
}

/// Collects the answer to one question; see ``ConfigurationReading/urlSession(timeout:limit:)``.
private final class WebAnswer: NSObject, URLSessionDataDelegate, Sendable {
  /// Why there is no answer.
  struct Failure: Error {
    var reason: String
  }

  private struct State {
    var bytes: [UInt8] = []
    var failure: String?
  }

  private let limit: Int
  private let state = Locked(State())
  private let done = DispatchSemaphore(value: 0)

  private init(limit: Int) { self.limit = limit }

  /// Whether a URL may be read: over https, or from this machine.
  static func isAllowed(_ url: URL) -> Bool {
    switch url.scheme?.lowercased() {
    case "https": true
    case "http": ["localhost", "127.0.0.1", "::1"].contains(url.host ?? "")
    default: false
    }
  }

  /// The bytes at `url`.
  static func wait(for url: URL, timeout: Int, limit: Int) -> Result<[UInt8], Failure> {
    let answer = WebAnswer(limit: limit)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = TimeInterval(timeout)
    configuration.timeoutIntervalForResource = TimeInterval(timeout)
    let session = URLSession(configuration: configuration, delegate: answer, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    session.dataTask(with: url).resume()
    answer.done.wait()
    return answer.state.withLock { state in
      state.failure.map { .failure(Failure(reason: $0)) } ?? .success(state.bytes)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(request.url?.scheme?.lowercased() == "https" ? request : nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 200
    guard (200..<300).contains(status) else {
      state.withLock { $0.failure = "The server answered with status \(status)" }
      return completionHandler(.cancel)
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = state.withLock { state in
      state.bytes.append(contentsOf: data)
      guard state.bytes.count > limit else { return false }
      state.failure = state.failure ?? "Is larger than \(limit) bytes"
      return true
    }
    if isTooLong { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error {
      let reason = (error as? URLError)?.code == .timedOut ? "The request timed out" : error.localizedDescription
      state.withLock { $0.failure = $0.failure ?? "Cannot be fetched: \(reason)" }
    }
    done.signal()
  }
}
