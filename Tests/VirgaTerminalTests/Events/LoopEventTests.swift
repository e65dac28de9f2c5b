import Testing
import VirgaCanvas
import VirgaTerminal

@Suite("Loop events") struct LoopEventTests {
  @Test(
    "an event that ends the program has the exit code that shells expect",
    arguments: [
      (.terminalClosed, 129), (.signal(.hangUp), 129), (.signal(.interrupt), 130),
      (.signal(.quit), 131),
      (.signal(.terminate), 143), (.signal(.resumed), nil), (.woken, nil), (.deadline, nil),
      (.quiet, nil),
      (.filesChanged([]), nil),
      (.terminal(.focus(true)), nil),
    ] as [(LoopEvent, Int32?)])
  func exitCodes(event: LoopEvent, code: Int32?) {
    #expect(event.exitCode == code)
  }
}
