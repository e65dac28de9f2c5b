/// A background request; only the answer to the latest request counts.
///
/// One request runs at a time. Of the requests made meanwhile only the last one is kept.
package struct Background<Request: Sendable, Answer: Sendable>: Sendable {
  /// A request to run, with its number.
  package struct Job: Equatable, Sendable {
    let number: Int
    package let request: Request

    /// Compares only the numbers: each request has its own, and requests need not be `Equatable`.
    package static func == (left: Job, right: Job) -> Bool { left.number == right.number }
  }

  /// An answer, with the number of its request.
  package typealias Reply = (number: Int, answer: Answer)

  /// The latest request; nil once it is answered.
  private(set) var pending: Request?
  /// The number of the latest request, from 1.
  private var lastNumber = 0
  /// The number of the request that is running; nil if none is.
  private var runningNumber: Int?

  /// Makes a request, which replaces an earlier one that is not answered yet.
  mutating func request(_ request: Request) {
    lastNumber += 1
    pending = request
  }

  /// Marks the pending request as running and returns it; nil if all are answered, or if one is
  /// running.
  ///
  /// The request stays pending until its answer is accepted, or a newer request replaces it.
  mutating func start() -> Job? {
    guard runningNumber == nil, let pending else { return nil }
    // The pending request is always the latest one.
    runningNumber = lastNumber
    return Job(number: lastNumber, request: pending)
  }

  /// Ends the run that a reply belongs to; returns the request and the answer, or nil if a newer
  /// request has replaced that one.
  mutating func accept(_ reply: Reply) -> (request: Request, answer: Answer)? {
    // From now on, the next request can run.
    if reply.number == runningNumber { runningNumber = nil }
    let isLatest = reply.number == lastNumber
    guard isLatest, let request = pending else { return nil }
    pending = nil
    return (request, reply.answer)
  }
}
