import Foundation
import Testing
import VirgaBundle
import VirgaTargeting

@Suite("Instants as dates") struct InstantDateTests {
  @Test("have the same time, to the microsecond")
  func date() {
    let instant = Instant(seconds: 1_700_000_000, nanoseconds: 250_000_000)
    #expect(instant.date == Date(timeIntervalSince1970: 1_700_000_000.25))
    #expect(Instant(instant.date) == instant)
  }

  @Test("before 1970 have nanoseconds after a whole second")
  func before1970() {
    let instant = Instant(Date(timeIntervalSince1970: -0.75))
    #expect(instant == Instant(seconds: -1, nanoseconds: 250_000_000))
    #expect(instant.date == Date(timeIntervalSince1970: -0.75))
  }

  @Test("just before a whole second stay before it")
  func almostWhole() {
    // Closer to the whole second, a date cannot be told from it.
    let instant = Instant(Date(timeIntervalSince1970: 1 - 2e-7))
    #expect(instant.seconds == 0)
    #expect(instant.nanoseconds > 999_999_000)
  }

  @Test("beyond all instants are the first or the last one")
  func distant() {
    #expect(Instant(Date(timeIntervalSince1970: 1e300)) == Instant(seconds: .max))
    #expect(Instant(Date(timeIntervalSince1970: -1e300)) == Instant(seconds: .min))
  }
}
