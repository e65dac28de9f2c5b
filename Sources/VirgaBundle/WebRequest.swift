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
  /// In bytes.
  let limit: Int
  var etag: String?

  init(_ url: URL, timeout: Int, limit: Int) throws(FileFailure) {
    guard Self.isAllowed(url) else {
      throw FileFailure(path: url.absoluteString, reason: "Only https URLs can be fetched")
    }
    (self.url, self.timeout, self.limit) = (url, timeout, limit)
  }

  private static func isAllowed(_ url: URL) -> Bool {
    switch url.scheme?.lowercased() {
    case "https": true
    case "http": ["localhost", "127.0.0.1", "::1"].contains(url.host ?? "")
    default: false
    }
  }

  func wait() throws(FileFailure) -> WebPage {
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

  /// Cancelling the task ends the request.
  func page() async throws -> WebPage {
    let task = Locked<URLSessionDataTask?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let started = start { continuation.resume(with: $0) }
        task.withLock { $0 = started }
        if Task.isCancelled { started.cancel() }
      }
    } onCancel: {
      task.withLock { $0 }?.cancel()
    }
  }

  /// Calls `completion` with the answer, or with why there is none.
  func fetch(_ completion: @escaping WebResponseCollector.Completion) { start(completion) }

  @discardableResult
  private func start(
    _ completion: @escaping WebResponseCollector.Completion
  ) -> URLSessionDataTask {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = TimeInterval(timeout)
    configuration.timeoutIntervalForResource = TimeInterval(timeout)
    // A cache would answer instead of the server, which decides whether a version is current.
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    var request = URLRequest(url: url)
    if let etag { request.setValue(etag, forHTTPHeaderField: "If-None-Match") }
    let collector = WebResponseCollector(self, completion)
    let session = URLSession(configuration: configuration, delegate: collector, delegateQueue: nil)
    let task = session.dataTask(with: request)
    task.resume()
    return task
  }
}

struct WebPage: Sendable {
  var bytes: [UInt8] = []
  var status = 200
  var etag: String?
}

/// Collects the response to one request.
final class WebResponseCollector: NSObject, URLSessionDataDelegate, Sendable {
  typealias Completion = @Sendable (Result<WebPage, FileFailure>) -> Void

  private struct State {
    var page = WebPage()
    var failure: String?
  }

  private let request: WebRequest
  private let state = Locked(State())
  private let completion: Completion

  init(_ request: WebRequest, _ completion: @escaping Completion) {
    self.request = request
    self.completion = completion
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(request.url?.scheme?.lowercased() == "https" ? request : nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let answer = response as? HTTPURLResponse
    let status = answer?.statusCode ?? 200
    guard (200..<300).contains(status) || (status == 304 && request.etag != nil) else {
      state.withLock { $0.failure = "The server answered with status \(status)" }
      return completionHandler(.cancel)
    }
    let etag = answer?.value(forHTTPHeaderField: "ETag")
    state.withLock { $0.page = WebPage(status: status, etag: etag) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = state.withLock { state in
      state.page.bytes.append(contentsOf: data)
      guard state.page.bytes.count > request.limit else { return false }
      state.failure = state.failure ?? "Larger than \(request.limit) bytes"
      return true
    }
    if isTooLong { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (page, earlier) = state.withLock { ($0.page, $0.failure) }
    let reason = earlier ?? error.map { "Cannot be fetched: \(text(of: $0))" }
    session.finishTasksAndInvalidate()
    completion(
      reason.map { .failure(FileFailure(path: request.url.absoluteString, reason: $0)) }
        ?? .success(page))
  }

  /// The error as text; Foundation's text for a timeout differs between systems.
  private func text(of error: any Error) -> String {
    (error as? URLError)?.code == .timedOut
      ? "timed out after \(request.timeout) s" : error.localizedDescription
  }
}
