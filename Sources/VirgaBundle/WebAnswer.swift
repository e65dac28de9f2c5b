import Foundation
import VirgaFiles
import VirgaSource

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Collects the response to one request.
final class WebAnswer: NSObject, URLSessionDataDelegate, Sendable {
  struct Page: Sendable {
    var bytes: [UInt8] = []
    var status = 200
    /// The ETag.
    var etag: String?
  }

  typealias Completion = @Sendable (Result<Page, FileFailure>) -> Void

  private struct State {
    var page = Page()
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
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
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
    state.withLock { $0.page = Page(status: status, etag: answer?.value(forHTTPHeaderField: "ETag")) }
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

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let (page, earlier) = state.withLock { ($0.page, $0.failure) }
    let reason = earlier ?? error.map { "Cannot be fetched: \(text(of: $0))" }
    session.finishTasksAndInvalidate()
    completion(reason.map { .failure(FileFailure(path: request.url.absoluteString, reason: $0)) } ?? .success(page))
  }

  /// The error as text; Foundation's text for a timeout differs between systems.
  private func text(of error: any Error) -> String {
    (error as? URLError)?.code == .timedOut ? "timed out after \(request.timeout) s" : error.localizedDescription
  }
}
