import Foundation
import VirgaFiles
import VirgaSource

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request over https, or to this machine, with limits on time and size.
struct WebRequest: Sendable {
  let url: URL
  /// In seconds.
  let timeout: Int
  let maxBytes: Int
  var etag: String?
  /// Headers of the app, by name.
  var headers: [String: String] = [:]

  /// A request that fails after `timeout` seconds or `maxBytes` bytes; throws unless the URL is
  /// https or of this machine.
  init(_ url: URL, timeout: Int, maxBytes: Int) throws(FileFailure) {
    guard Self.isAllowed(url) else {
      throw FileFailure(path: url.absoluteString, reason: "Only https URLs can be fetched")
    }
    self.url = url
    self.timeout = timeout
    self.maxBytes = maxBytes
  }

  /// Whether a URL is https, or http of this machine, so that nobody else can change the answer.
  private static func isAllowed(_ url: URL) -> Bool {
    switch url.scheme?.lowercased() {
    case "https": true
    case "http": ["localhost", "127.0.0.1", "::1"].contains(url.host ?? "")
    default: false
    }
  }

  /// Fetches the page; the calling thread waits for it.
  func waitForPage() throws(FileFailure) -> WebPage {
    let result = Locked<Result<WebPage, FileFailure>?>(nil)
    let done = DispatchSemaphore(value: 0)
    start { answer in
      result.withLock { $0 = answer }
      done.signal()
    }
    done.wait()
    guard let answer = result.withLock({ $0 }) else {
      preconditionFailure("the answer is set before the signal")
    }
    return try answer.get()
  }

  /// Fetches the page; cancelling the task ends the request.
  func page() async throws -> WebPage {
    let task = Locked<URLSessionDataTask?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let started = start { continuation.resume(with: $0) }
        task.withLock { $0 = started }
        // `onCancel` may have run before the task was stored.
        if Task.isCancelled { started.cancel() }
      }
    } onCancel: {
      task.withLock { $0 }?.cancel()
    }
  }

  /// Calls `completion` with the answer, or with why there is none.
  func fetch(_ completion: @escaping WebResponseCollector.Completion) { start(completion) }

  /// Starts the request; `completion` gets the response or the failure, on a queue of the session.
  ///
  /// The session keeps the collector alive. The collector ends the session once the request is
  /// complete.
  @discardableResult
  private func start(
    _ completion: @escaping WebResponseCollector.Completion
  ) -> URLSessionDataTask {
    let collector = WebResponseCollector(self, completion)
    let session = URLSession(
      configuration: sessionConfiguration, delegate: collector, delegateQueue: nil)
    let task = session.dataTask(with: requestWithHeaders)
    task.resume()
    return task
  }

  /// The configuration of a session with the limit on time, and without a cache.
  private var sessionConfiguration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = TimeInterval(timeout)
    configuration.timeoutIntervalForResource = TimeInterval(timeout)
    // A cache would answer instead of the server, which decides whether a version is current.
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return configuration
  }

  /// The request as Foundation sends it, with the headers of the app and the ETag.
  private var requestWithHeaders: URLRequest {
    var request = URLRequest(url: url)
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    if let etag { request.setValue(etag, forHTTPHeaderField: "If-None-Match") }
    return request
  }
}

/// The response to a request.
struct WebPage: Sendable {
  var bytes: [UInt8] = []
  var status = WebPage.success
  var etag: String?

  /// The status of an ordinary response.
  static let success = 200

  /// The status that says that the version of the ETag is current.
  static let notModified = 304
}

/// Collects the response to one request.
final class WebResponseCollector: NSObject, URLSessionDataDelegate, Sendable {
  typealias Completion = @Sendable (Result<WebPage, FileFailure>) -> Void

  private struct State {
    var page = WebPage()
    /// Why the response cannot be used; nil if it can.
    var failure: String?
  }

  private let request: WebRequest
  private let state = Locked(State())
  private let completion: Completion

  init(_ request: WebRequest, _ completion: @escaping Completion) {
    self.request = request
    self.completion = completion
  }

  /// Follows redirections to https only; another host does not get the app's headers, which may
  /// have credentials.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard request.url?.scheme?.lowercased() == "https" else {
      // Then the redirection itself is the response, whose status is refused.
      return completionHandler(nil)
    }
    var redirected = request
    let original = self.request.url
    let isSameServer = request.url?.host == original.host && request.url?.port == original.port
    if !isSameServer {
      for name in self.request.headers.keys {
        redirected.setValue(nil, forHTTPHeaderField: name)
      }
    }
    completionHandler(redirected)
  }

  /// Accepts a successful response, and "not modified" if the request has an ETag.
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let response = response as? HTTPURLResponse
    // A response of another protocol has no status.
    let status = response?.statusCode ?? WebPage.success
    let isSuccess = (200..<300).contains(status)
    let isNotModified = status == WebPage.notModified && request.etag != nil
    guard isSuccess || isNotModified else {
      state.withLock { $0.failure = "The server answered with status \(status)" }
      return completionHandler(.cancel)
    }
    let etag = response?.value(forHTTPHeaderField: "ETag")
    state.withLock { $0.page = WebPage(status: status, etag: etag) }
    completionHandler(.allow)
  }

  /// Collects a part of the page; ends the request if the page becomes too long.
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = state.withLock { state in
      state.page.bytes.append(contentsOf: data)
      guard state.page.bytes.count > request.maxBytes else { return false }
      state.failure = state.failure ?? "Larger than \(request.maxBytes) bytes"
      return true
    }
    if isTooLong { dataTask.cancel() }
  }

  /// Completes with the page, or with why it cannot be used.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let result = state.withLock { $0 }
    // A failure that was found while receiving comes first: it cancels the task, and `error` only
    // reports that.
    let reason = result.failure ?? error.map { "Cannot be fetched: \(text(of: $0))" }
    session.finishTasksAndInvalidate()
    if let reason {
      completion(.failure(FileFailure(path: request.url.absoluteString, reason: reason)))
    } else {
      completion(.success(result.page))
    }
  }

  /// The error as text; Foundation's text for a timeout differs between systems.
  private func text(of error: any Error) -> String {
    (error as? URLError)?.code == .timedOut
      ? "timed out after \(request.timeout) s" : error.localizedDescription
  }
}
