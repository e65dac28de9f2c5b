import CVirgaPlatform
import CVirgaTestSupport
import VirgaSource

/// A local web server that responds by path and records requests.
package final class LocalServer: Sendable {
  /// A response: the status line, additional headers and the body.
  package struct Answer: Sendable {
    package var status: String
    package var headers: [String]
    package var body: String
    /// Whether the server accepts the request and never responds.
    package var isSilent: Bool

    /// A response; see the properties.
    package init(
      status: String = "200 OK", headers: [String] = [], body: String = "", isSilent: Bool = false
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.isSilent = isSilent
    }
  }

  package let port: UInt16
  private let descriptor: Int32
  private let answers: Locked<[String: Answer]>
  private let received = Locked<[String]>([])

  /// Starts a server on a free port.
  package init(_ answers: [String: Answer]) throws {
    self.answers = Locked(answers)
    let descriptor = virga_stream_socket()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    self.descriptor = descriptor
    port = UInt16(bigEndian: address.sin_port)
    guard bound else { throw Failure() }
    BackgroundThread.run { [self] in serve() }
  }

  struct Failure: Error {}

  /// The address of a path.
  package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// The requests so far, each with its headers.
  package var requests: [String] { received.withLock { $0 } }

  /// Replaces the responses.
  package func answer(_ answers: [String: Answer]) { self.answers.withLock { $0 = answers } }

  /// Stops the server.
  package func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private func serve() {
    while true {
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { return }
      if !answer(connection) { close(connection) }
    }
  }

  /// Writing to a closed connection must not end the tests.
  private static var sendFlags: Int32 {
    #if canImport(Darwin)
      0
    #else
      Int32(MSG_NOSIGNAL)
    #endif
  }

  /// Responds to a request; true if the connection stays open without a response.
  private func answer(_ connection: Int32) -> Bool {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { return false }
      bytes += buffer[..<count]
    }
    let request = String(decoding: bytes, as: UTF8.self)
    received.withLock { $0.append(request) }
    let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    let answer = answers.withLock { $0[path] } ?? Answer(status: "404 Not Found")
    if answer.isSilent { return true }
    let head = [
      "HTTP/1.1 \(answer.status)", "Content-Length: \(answer.body.utf8.count)", "Connection: close",
    ]
    let text = (head + answer.headers).joined(separator: "\r\n") + "\r\n\r\n" + answer.body
    let all = Array(text.utf8)
    var sent = 0
    while sent < all.count {
      let count = send(connection, Array(all[sent...]), all.count - sent, Self.sendFlags)
      guard count > 0 else { return false }
      sent += count
    }
    return false
  }
}
