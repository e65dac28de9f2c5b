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
  /// The ETag of the known version, which the server need not send again.
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

  func wait() throws(FileFailure) -> WebAnswer.Page {
    let result = Locked<Result<WebAnswer.Page, FileFailure>?>(nil)
    let done = DispatchSemaphore(value: 0)
    start { answer in
      result.withLock { $0 = answer }
      done.signal()
    }
    done.wait()
    guard let answer = result.withLock({ $0 }) else { preconditionFailure("the answer is set before the signal") }
    return try answer.get()
  }

  /// Cancelling the task ends the request.
  func page() async throws -> WebAnswer.Page {
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

  @discardableResult
  private func start(_ completion: @escaping WebAnswer.Completion) -> URLSessionDataTask {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = TimeInterval(timeout)
    configuration.timeoutIntervalForResource = TimeInterval(timeout)
    // A cache would answer instead of the server, which decides whether a version is current.
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    var request = URLRequest(url: url)
    if let etag { request.setValue(etag, forHTTPHeaderField: "If-None-Match") }
    let session = URLSession(
      configuration: configuration, delegate: WebAnswer(self, completion), delegateQueue: nil)
    let task = session.dataTask(with: request)
    task.resume()
    return task
  }
}
