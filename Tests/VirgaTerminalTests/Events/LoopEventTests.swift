import Testing
import VirgaCanvas
import VirgaTerminal

@Suite struct LoopEventTests {
  @Test(
    arguments: [
      (.terminalGone, 129), (.signal(.hangUp), 129), (.signal(.interrupt), 130), (.signal(.quit), 131),
      (.signal(.terminate), 143), (.signal(.resumed), nil), (.woken, nil), (.deadline, nil), (.quiet, nil),
      (.filesChanged([]), nil),
      (.terminal(.focus(true)), nil),
    ] as [(LoopEvent, Int32?)])
  func mapsToTheExitCodeThatShellsExpect(event: LoopEvent, code: Int32?) {
    #expect(event.exitCode == code)
  }
}
