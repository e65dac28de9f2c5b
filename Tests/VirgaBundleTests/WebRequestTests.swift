import Testing
import VirgaBundle
import VirgaFiles
import VirgaFlags
import VirgaTestSupport

@Suite("Configurations read with URLSession", .serialized)
struct WebRequestTests {
  private func failure(_ read: () throws(FileFailure) -> [UInt8]) -> String? {
    do throws(FileFailure) {
      _ = try read()
      return nil
    } catch {
      return error.reason
    }
  }

  @Test("a page of the local server arrives whole")
  func page() throws {
    let server = try LocalServer(["/flags.json": .init(body: #"{"features": []}"#)])
    let reading = ConfigurationReading.urlSession()
    let bytes = try reading.bytes(of: .web("http://127.0.0.1:\(server.port)/flags.json"))
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"features": []}"#)
  }

  @Test("an HTTP error fails with its status")
  func status() throws {
    let server = try LocalServer(["/flags.json": .init(status: "404 Not Found", body: "{}")])
    let url = "http://127.0.0.1:\(server.port)/flags.json"
    let reading = ConfigurationReading.urlSession()
    #expect(
      failure { () throws(FileFailure) in try reading.web(url) }
        == "The server answered with status 404")
  }

  @Test("a page over the size limit is refused")
  func limit() throws {
    let server = try LocalServer(["/flags.json": .init(body: "0123456789")])
    let url = "http://127.0.0.1:\(server.port)/flags.json"
    let reading = ConfigurationReading.urlSession(limit: 9)
    #expect(failure { () throws(FileFailure) in try reading.web(url) } == "Larger than 9 bytes")
  }

  @Test("a server that never answers times out")
  func silence() throws {
    let server = try LocalServer(["/flags.json": .init(isSilent: true)])
    let url = "http://127.0.0.1:\(server.port)/flags.json"
    let reading = ConfigurationReading.urlSession(timeout: 1)
    #expect(
      failure { () throws(FileFailure) in try reading.web(url) }
        == "Cannot be fetched: timed out after 1 s")
  }

  @Test(
    "a URL that is not https is never requested",
    arguments: ["http://example.com/a", "ftp://example.com/a", "file:///etc/passwd"])
  func unsafe(_ url: String) {
    let reading = ConfigurationReading.urlSession()
    #expect(
      failure { () throws(FileFailure) in try reading.web(url) } == "Only https URLs can be fetched"
    )
  }
}
